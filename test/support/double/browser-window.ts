import { EventEmitter } from "node:events";
import type { DoubleMenuItem } from "./modules.ts";
import type { DoubleSession, Rectangle, Runtime } from "./runtime.ts";
import { preventable } from "./strict.ts";
import { DoubleWebContents } from "./web-contents.ts";

export interface WindowOptions extends Partial<Rectangle> {
  show?: boolean;
  webPreferences?: Record<string, unknown> & { preload?: string; session?: DoubleSession };
}

/** A window whose page is one of Chromium's; what a window manager would do is only remembered. */
export class DoubleWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly webContents: DoubleWebContents;
  shown: boolean;
  focused = 0;
  maximised = false;
  minimised = false;
  /** Its own menu; it has the application's else. */
  menuItems: DoubleMenuItem[] | null = null;
  readonly #runtime: Runtime;
  #destroyed = false;
  #loaded = false;

  constructor(runtime: Runtime, options: WindowOptions) {
    super();
    if (!runtime.ready) throw new Error("Cannot create BrowserWindow before app is ready");
    this.#runtime = runtime;
    this.options = options;
    this.shown = options.show !== false;
    runtime.windows.add(this);
    this.webContents = new DoubleWebContents(runtime, this);
    runtime.app.emit("web-contents-created", {}, this.webContents);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  setMenu(menu: DoubleMenuItem[]): void {
    this.menuItems = menu;
  }
  show(): void {
    this.shown = true;
    this.emit("show");
    this.#runtime.app.emit("double-window-shown", this);
  }
  focus(): void {
    this.focused++;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isMinimized(): boolean {
    return this.minimised;
  }
  minimize(): void {
    this.minimised = true;
  }
  restore(): void {
    this.minimised = false;
  }
  isMaximized(): boolean {
    return this.maximised;
  }
  maximize(): void {
    this.maximised = true;
    this.emit("maximize");
  }
  getNormalBounds(): Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }
  setBounds(bounds: Partial<Rectangle>): void {
    Object.assign(this.options, bounds);
    this.emit("resize");
  }
  close(): void {
    const event = preventable();
    this.emit("close", event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    this.webContents.opened.then(
      () => this.webContents.page.close(),
      () => this.gone(),
    );
  }

  /** Its page has loaded. */
  loaded(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    this.emit("ready-to-show");
  }

  /** Its page has closed. */
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#runtime.windows.delete(this);
    this.webContents.gone();
    this.emit("closed");
    if (this.#runtime.windows.size === 0 && !this.#runtime.quitting)
      this.#runtime.app.emit("window-all-closed");
  }
}
