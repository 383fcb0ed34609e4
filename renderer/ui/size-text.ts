/** A size in bytes as people read it: "812 B", "3.4 KiB", "1.2 GiB". */
export function sizeText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${power === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${units[power]}`;
}
