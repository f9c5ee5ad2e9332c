// The rink's time, across a change of the clocks and from a phone in another zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPhone } from './browser.mjs';

const { rinkTime, serverTime } = await newPhone();
const start = (starts_at, timezone = 'America/Toronto') => ({ starts_at, timezone });

for (const [at, shows, zone] of [['2026-03-08T06:30:00Z', /^1:30/, 'EST'], ['2026-03-08T07:30:00Z', /^3:30/, 'EDT'], ['2026-11-01T05:30:00Z', /^1:30/, 'EDT'], ['2026-11-01T06:30:00Z', /^1:30/, 'EST']]) {
  test(`a game at ${at} stands on the rink’s wall at ${shows}, ${zone}`, () => {
    process.env.TZ = 'Europe/Berlin';
    assert.match(rinkTime.timeAt(start(at)), shows);
    assert.equal(rinkTime.zoneOf(start(at)), zone);
    process.env.TZ = 'America/New_York';
    assert.equal(rinkTime.zoneOf(start(at)), '', 'the phone shows the same');
  });
}

test('today is the rink’s day, by the corrected clock', () => {
  const real = Date.now;
  Date.now = () => Date.parse('2026-03-08T03:00:00Z'); // still the 7th in Toronto
  try {
    assert.deepEqual(['2026-03-08T00:30:00Z', '2026-03-08T20:00:00Z'].map((at) => rinkTime.isToday(start(at))), [true, false]);
    serverTime.learnOffset(Date.now() + 24 * 3_600_000, Date.now(), Date.now()); // the phone is a day behind
    assert.deepEqual(['2026-03-08T00:30:00Z', '2026-03-08T20:00:00Z'].map((at) => rinkTime.isToday(start(at))), [false, true]);
  } finally {
    Date.now = real;
  }
});

test('an evening’s games are today’s until four in the morning', () => {
  const real = Date.now;
  const games = ['2026-12-02T03:00:00Z', '2026-12-02T05:02:00Z', '2026-12-02T15:00:00Z'];
  try {
    for (const [at, today] of [['2026-12-02T04:52:00Z', [true, true, false]], ['2026-12-02T08:59:00Z', [true, true, false]], ['2026-12-02T09:01:00Z', [false, false, true]]]) {
      Date.now = () => Date.parse(at);
      serverTime.learnOffset(Date.now(), Date.now(), Date.now());
      assert.deepEqual(games.map((one) => rinkTime.isToday(start(one))), today, at);
    }
  } finally {
    Date.now = real;
  }
});

test('that is four on the wall, also in the night in which the clocks change', () => {
  const real = Date.now;
  const isToday = (at, game) => {
    Date.now = () => Date.parse(at);
    serverTime.learnOffset(Date.now(), Date.now(), Date.now());
    return rinkTime.isToday(start(game));
  };
  try {
    assert.equal(isToday('2026-03-08T07:59:00Z', '2026-03-08T03:00:00Z'), true, '3:59 in daylight time');
    assert.equal(isToday('2026-03-08T08:01:00Z', '2026-03-08T03:00:00Z'), false, '4:01');
    assert.equal(isToday('2026-11-01T08:59:00Z', '2026-11-01T02:00:00Z'), true, '3:59 in standard time');
    assert.equal(isToday('2026-11-01T09:01:00Z', '2026-11-01T02:00:00Z'), false, '4:01');
  } finally {
    Date.now = real;
  }
});

test('a game in a zone that this browser does not know is told in the phone’s own, and ends no list', () => {
  process.env.TZ = 'America/New_York';
  const { timeAt, dayAt, isToday, zoneOf } = rinkTime;
  const nowhere = start('2026-03-08T06:30:00Z', 'Rink/Side');
  const here = start('2026-03-08T06:30:00Z', 'America/New_York');
  assert.deepEqual([timeAt, dayAt, isToday, zoneOf].map((tell) => tell(nowhere)), [timeAt, dayAt, isToday, zoneOf].map((tell) => tell(here)));
});

test('a browser that counts its days by another calendar names no zone where its clock shows the rink’s time', () => {
  process.env.TZ = 'Europe/Vienna';
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = function (_, options) { return new DateTimeFormat('fa', options); };
  try {
    assert.equal(rinkTime.zoneOf(start('2026-03-08T06:30:00Z', 'Europe/Vienna')), '');
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
});

test('a list of games makes no formatter twice: making one takes a slow phone milliseconds', () => {
  const { DateTimeFormat } = Intl;
  const made = [];
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(...how) { super(...how); made.push(how); }
  };
  try {
    const tell = () => { for (const shown of [rinkTime.timeAt, rinkTime.dayAt, rinkTime.isToday, rinkTime.zoneOf]) shown(start('2026-03-08T06:30:00Z', 'Pacific/Auckland')); };
    tell();
    const once = made.length;
    assert.ok(once > 0);
    tell();
    assert.equal(made.length, once);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
});
