/** Whether the keyboard is a Mac's: it decides how shortcuts are written and which key "mod" is. */
export const onMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");
