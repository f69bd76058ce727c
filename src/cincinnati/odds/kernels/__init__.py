"""The numba twins of `odds.arrays` and `odds.dealing`, and kernels for other numba code.

The one idea: one function values one 64-bit card set and is compiled into every loop
that needs it; a caller's own kernel can use it, `value.value_of`, just as well. Loading
this package does not load numba; loading one of its modules does.
"""
