"""Codes into sentences, in English, French, Italian and European Portuguese.

>>> words = Words.of("fr")
>>> words.call(4), words.call(0)
('Suivre 4', 'Parole')

Everything below this room speaks in codes and numbers; here they become sentences, at the
edge, in the reader's language. The texts are in ``locales/<language>/LC_MESSAGES``:
``cincinnati.po``, a gettext catalogue, and ``browser.po``, what only the browser says
(``client/src/words`` reads both). The help page is in ``help/<language>.md``.

To add a text: give it a key, a word for the room that uses it and what it says, with dots
(``terminal.leave``), and add an entry with that key as ``msgid`` to all four ``.po`` files::

    msgid "terminal.leave"
    msgstr "{name} leaves the table."

With plural forms, ``msgid_plural`` repeats the key and ``{n}`` is the number. Then run
``python -m cincinnati.words.compile`` and ``make keys`` (the browser's types) and use it:
``words.text("terminal.leave", name="Ada")``, or ``words.count(key, n)`` for plurals. Whole
numbers are written as the language writes them. The tests compare keys and placeholders of
all languages, look up every key that is used, and want every key to be used.
"""

from cincinnati.words.catalogue import CatalogueError
from cincinnati.words.telling import transcript
from cincinnati.words.words import LANGUAGES, Words

__all__ = ["LANGUAGES", "CatalogueError", "Words", "transcript"]
