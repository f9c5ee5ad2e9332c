"""What is told, to whom, in which words, and how it gets there.

Queued in the transaction of what it tells of (`queueing`), sent by the courier, read in the inbox.
"""
