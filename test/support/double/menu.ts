import type { Runtime } from "./runtime.ts";

export interface DoubleMenuItem {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  submenu?: DoubleMenu | DoubleMenuItem[];
  click?(item: DoubleMenuItem, window: unknown): void;
}

/** A menu as data; a test chooses an item by its id. */
export class DoubleMenu {
  readonly items: DoubleMenuItem[];

  constructor(items: DoubleMenuItem[] = []) {
    this.items = items.map((item) =>
      Array.isArray(item.submenu) ? { ...item, submenu: new DoubleMenu(item.submenu) } : item,
    );
  }

  getMenuItemById(id: string): DoubleMenuItem | null {
    for (const item of this.items) {
      if (item.id === id) return item;
      const found = item.submenu instanceof DoubleMenu ? item.submenu.getMenuItemById(id) : null;
      if (found) return found;
    }
    return null;
  }
}

export function menuModule(runtime: Runtime) {
  return {
    buildFromTemplate: (template: DoubleMenuItem[]) => new DoubleMenu(template),
    setApplicationMenu(menu: DoubleMenu | null) {
      runtime.menu = menu;
    },
    getApplicationMenu: () => runtime.menu,
  };
}
