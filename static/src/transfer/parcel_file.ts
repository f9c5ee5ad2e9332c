// A parcel as a file: what is saved here and read there, or kept until there is a network.
import { packed, type Parcel } from './parcel';

/** `hogs-foxes-2026-12-01.rinkside` */
export function fileOf(parcel: Parcel): File {
  const { game_file: { game }, starts_local } = parcel.packet;
  const name = [game.home, game.away, starts_local.slice(0, 10)].join('-').toLowerCase();
  return new File([packed(parcel) as BlobPart], `${name}.rinkside`, { type: 'application/gzip' });
}

export function save(parcel: Parcel): void {
  const file = fileOf(parcel);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
