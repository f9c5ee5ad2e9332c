// What shows a component of a part, which comes as a bundle of its own when it is opened. The worker keeps it with its build;
// where there is neither worker nor network, or the build is gone, the screen says so, and all else goes on.
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Sheet } from '../inputs/sheet';
import { t } from '../words/t';
import type { Part } from './parts';
import { go, route } from './route';
import { Frame } from './sign_in';

/** A component of a part. `Instead`: what stands in the place of a small one that is not there. */
export function lazy<Module, Name extends keyof Module>(part: Part<Module>, name: Name, Instead?: ComponentType): Module[Name] {
  const component = (props: object) => {
    const [failed, setFailed] = useState(false);
    const Loaded = part.there()?.[name] as ComponentType | undefined;
    useEffect(() => { if (!failed) part.load().catch(() => setFailed(true)); }, [failed]);
    if (Loaded) return <Loaded {...props} />;
    if (Instead) return <Instead />;
    return failed ? <NotLoaded again={() => setFailed(false)} /> : <Around title={t('loading')}><p role="status">{t('loading')}</p></Around>;
  };
  return component as Module[Name];
}

function NotLoaded({ again }: { again(): void }) {
  return (
    <Around title={t('not_loaded.head')}>
      <div role="alert"><p><strong>{t('not_loaded.head')}</strong></p><p>{t('not_loaded.what_now')}</p></div>
      <button type="button" class="button button--main button--wide" onClick={again}>{t('try_again')}</button>
      {!route.value.sheet && <button type="button" class="button button--wide" onClick={() => go({ screen: 'games' })}>{t('games.title')}</button>}
    </Around>
  );
}

const Around = ({ title, children }: { title: string; children: ComponentChildren }) => (route.value.sheet ? <Sheet title={title}>{children}</Sheet> : <Frame>{children}</Frame>);
