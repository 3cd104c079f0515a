/** The sign: one person in a crowd. */

const PLACES = [5, 12, 19];

export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {PLACES.flatMap((y) =>
        PLACES.map((x) => {
          const middle = x === 12 && y === 12;
          return (
            <circle key={`${x}-${y}`} cx={x} cy={y} r={middle ? 3.1 : 2.5} fill={middle ? "#d98c00" : "var(--bar)"} />
          );
        }),
      )}
    </svg>
  );
}
