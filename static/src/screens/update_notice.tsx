// Another build than this page's can be had: said where nothing is being logged, and done by a tap, if nothing has been
// opened since.
import { t } from '../words/t';
import { applyUpdate, update } from '../worker_client';
import { address, route } from './route';

export function UpdateNotice() {
  const found = update.value;
  if (!found) return null;
  const take = () => {
    const here = address(route.value);
    applyUpdate(() => address(route.value) === here);
  };
  return (
    <div class="notice notice--wait" role="status">
      <p>{t(`update.${found.state}`, { build: found.build })}</p>
      <button type="button" class="button" onClick={take}>{t(found.state === 'waits' ? 'update.now' : 'reload')}</button>
    </div>
  );
}
