import { useSignals } from '@preact/signals-react/runtime';
import type { CSSProperties, ReactNode } from 'react';
import { pictureOf } from '../api/pictures.ts';
import { hueOf, initialsOf } from './initials.ts';
import './styles/parts-sheet.ts';

export interface AvatarProps {
  readonly name: string;
  /** Picture path of a User or UserRef. */
  readonly picture?: string | null | undefined;
  /** Diameter in px. */
  readonly size?: 20 | 24 | 32 | 40 | 64;
}

/**
 * A user's picture, or until it has loaded the initials on a colour derived from the name. The name is shown next to
 * it.
 */
export function Avatar({ name, picture, size = 24 }: AvatarProps): ReactNode {
  useSignals();
  const hue = { '--h': hueOf(name) } as CSSProperties;
  const shown = picture ? pictureOf(picture).value : null;
  return (
    <span className={`av ${size === 24 ? '' : `s${size}`}`} style={hue} data-i={initialsOf(name)} aria-hidden="true">
      {shown && <img src={shown} alt="" />}
    </span>
  );
}

/** As in a UserRef. */
type AvatarPerson = { readonly name: string; readonly avatar?: string };

/** An action on behalf of another user: the owner behind, the delegate in front. */
export function AvatarPair({
  owner,
  actor,
}: {
  readonly owner: AvatarPerson;
  readonly actor: AvatarPerson;
}): ReactNode {
  return (
    <span className="pair" aria-hidden="true">
      <Avatar name={owner.name} picture={owner.avatar} />
      <Avatar name={actor.name} picture={actor.avatar} />
    </span>
  );
}
