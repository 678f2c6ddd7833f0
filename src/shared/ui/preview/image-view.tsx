import { type ReactNode, useState } from 'react';

interface Props {
  readonly url: string;
  readonly fileName: string;
  readonly zoom: number;
  readonly rotation: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly onBroken: () => void;
}

/** An image; at zoom 1 as large as fits, but never enlarged. */
export function ImageView({ url, fileName, zoom, rotation, width, height, label, onBroken }: Props): ReactNode {
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const isLying = rotation % 180 !== 0;
  const [wide, high] = isLying ? [natural.height, natural.width] : [natural.width, natural.height];
  const fits = wide > 0 ? Math.min(1, (width - 32) / wide, (height - 32) / high) : 0;
  const scale = fits * zoom;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="picture" tabIndex={0} aria-label={label}>
      <div className="picture-box" style={{ width: wide * scale, height: high * scale }}>
        <img
          src={url}
          alt={fileName}
          style={{ width: natural.width * scale, height: natural.height * scale, rotate: `${rotation}deg` }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNatural({ width: naturalWidth, height: naturalHeight })
          }
          onError={onBroken}
        />
      </div>
    </section>
  );
}
