"""``python -m cincinnati`` is the ``cincinnati`` command."""

import sys

from cincinnati.cli import main

sys.exit(main())
