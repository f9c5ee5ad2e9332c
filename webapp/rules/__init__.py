"""What can be said in a game's log, and what follows from it.

Pure: the same files run in CPython on the server and in MicroPython on the phone. Nothing here knows a
clock, an environment, a database or a request, and nothing here knows a rulebook by name.
"""
