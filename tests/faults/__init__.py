"""Faults against real phones and a real server: is a call ever lost, doubled, or shown differently?

Real clients are the app's own TypeScript, in Node processes over a storage that outlives them and in Chromium
on its own IndexedDB, one of them with two tabs. The real server is gunicorn. Between them a proxy does what
rinks do to requests. A head referee, a scorekeeper, the director and substitutes who join by a code log all
that sync treats in a way of its own, sign-offs and decisions on late calls among it, and hand logs over from
phone to phone. Taps are journalled outside the phones: a line before a phone hears of a tap, and one once it
has said "saved".

At the end of each example the faults stop, everything drains, and then

- **lost** is a call that was said to be saved, that some storage could still send after every wipe and
  restore (the server's database, a phone of its author's that logged it or got a copy, or one that was told
  to send it because its author's is lost), and that is not in the server's log. A wipe takes what was unsent
  there and nowhere else; a restore takes what was acknowledged once and whose author's phones are all wiped.
  That is no loss of ours, but silence about it is: where the phone had told the server of the number, the gap
  list has to name it, else it counts as lost, too;
- **doubled** is a tap that is more than one call, in the server's log or on a phone;
- **differing** is a phone that does not hold the server's calls in the server's order with nothing unsent,
  whose own engine makes another sheet of them, or that shows another clock than the others. Calls of others
  that the server has lost for good, which a phone keeps for somebody to send in the author's place, are left
  aside: it shows them as such.
"""
