// In the place of a page that needs a network: the page as it was last seen here, with when that was; else what else was.
import { allSeen, type Seen } from '../seen/kept';

const main = document.querySelector('main')!;
const seen = await allSeen(Date.now());
const here = seen.find(({ path }) => path === location.pathname)
  ?? (location.pathname === '/captain/' ? seen.find(({ path }) => path.startsWith('/captain/')) : undefined);

if (here) show(here);
else if (seen.length) list(seen);

function show(page: Seen) {
  const again = main.querySelector('a')!;
  const body = new DOMParser().parseFromString(page.html, 'text/html').body; // our own, as the server wrote it
  const note = document.createElement('div');
  note.className = 'notice notice--wait last-seen';
  note.setAttribute('role', 'status');
  const words = document.createElement('p');
  const when = new Intl.DateTimeFormat(page.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(page.seen_ms);
  words.textContent = page.says.replace('{when}', when);
  note.append(words, again);
  document.title = page.title;
  document.documentElement.lang = page.lang;
  main.className = page.look;
  main.replaceChildren(note, ...body.childNodes);
}

function list(pages: Seen[]) {
  const section = main.querySelector<HTMLElement>('[data-seen]')!;
  section.querySelector('ul')!.append(...pages.map(({ path, title, lang }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    Object.assign(link, { className: 'row', href: path, textContent: title, lang });
    item.append(link);
    return item;
  }));
  section.hidden = false;
}
