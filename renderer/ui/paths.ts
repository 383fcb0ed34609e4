/** The folder a path lies in, in the path's own style: "C:\data\a.json" → "C:\data", "a.json" → "". */
export function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (cut < 0) return "";
  return cut === 0 || path[cut - 1] === ":" ? path.slice(0, cut + 1) : path.slice(0, cut);
}

/** The name of a file without its folder and its last extension: what a project made from it may be called. */
export function stemOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** A file of that name in a folder, in the folder's own style. */
export function inFolder(folder: string, name: string): string {
  const separator = folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
  return /[/\\]$/.test(folder) ? folder + name : folder + separator + name;
}
