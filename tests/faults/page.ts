// A phone in Chromium: it fetches its commands from whoever holds the rink together and posts what it says. `?phone=` is its name,
// `?tabs=` how many tabs of it there are.
import { jump, takeOver } from './host';
import { obey } from './phone';

const query = new URLSearchParams(location.search);
const phone = query.get('phone')!;
const run = query.get('run')!; // commands to an earlier run of this browser are not for this one
const plain = fetch.bind(globalThis);
takeOver(phone, '');

const say = (line: object) => plain(`/faults/said?run=${run}`, { method: 'POST', body: JSON.stringify(line) }).catch(() => undefined);

async function listen(): Promise<void> {
  for (;;) {
    const answer = await plain(`/faults/commands?run=${run}`);
    for (const command of await answer.json() as { seq: number; do: string; ms: number }[]) {
      if (command.do === 'jump') jump(command.ms);
      void (command.do === 'jump' ? Promise.resolve({}) : obey(command)).then((said) => say({ seq: command.seq, ...said }));
    }
  }
}

for (let tab = 2; tab <= Number(query.get('tabs')); tab++) open(`/other_tab?phone=${phone}&game=${query.get('game')}`);
void listen();
