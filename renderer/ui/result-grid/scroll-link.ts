/** Keeps the vertical position of several grids the same: who scrolls takes the others along. */
export interface ScrollLink {
  join(follow: (top: number) => void): { tell(top: number): void; leave(): void };
}

/** A link of its own, for grids that lie side by side. */
export function createScrollLink(): ScrollLink {
  const members = new Set<(top: number) => void>();
  return {
    join(follow) {
      members.add(follow);
      return {
        tell(top) {
          for (const member of members) if (member !== follow) member(top);
        },
        leave() {
          members.delete(follow);
        },
      };
    },
  };
}
