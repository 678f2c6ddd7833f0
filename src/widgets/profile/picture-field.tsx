import type { Signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { CircleAlert, ImagePlus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Crop, wholeCrop } from './crop.rules.ts';
import { Cropper } from './cropper.tsx';
import { croppedPicture, readPicture } from './picture.ts';
import type { PictureChange } from './profile.store.ts';
import type { ProfileText } from './profile-text.ts';

interface Props {
  readonly name: string;
  /** URL of the current picture. */
  readonly avatar: string | null;
  readonly change: Signal<PictureChange>;
  readonly t: ProfileText;
}

/** The current picture, a new one being cropped, or the initials used without one. */
export function PictureField({ name, avatar, change, t }: Props): ReactNode {
  useSignals();
  const { kind } = change.value;
  const note = useId();
  const [chosen, setChosen] = useState<{ picture: ImageBitmap; crop: Crop } | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const shown = kind === 'new' ? chosen : null;

  // Frees the pixels of a photograph as soon as they are no longer needed.
  useEffect(() => () => chosen?.picture.close(), [chosen?.picture]);
  useEffect(() => {
    if (kind !== 'new') setChosen(null);
  }, [kind]);

  const crop = (picture: ImageBitmap, area: Crop) => {
    setChosen({ picture, crop: area });
    change.value = { kind: 'new', make: () => croppedPicture(picture, area) };
  };
  const choose = async (picked: File) => {
    setUnreadable(false);
    try {
      const picture = await readPicture(picked);
      crop(picture, wholeCrop(picture));
    } catch {
      // This browser cannot read the file as an image.
      setUnreadable(true);
    }
  };
  const hasPicture = kind === 'new' || (kind === 'same' && avatar !== null);
  const hint = kind === 'none' && avatar !== null ? t('picture.goes') : t('picture.hint');
  return (
    <div className="picture-field">
      {shown ? (
        <Cropper picture={shown.picture} crop={shown.crop} onCrop={(area) => crop(shown.picture, area)} t={t} />
      ) : (
        <Avatar name={name} picture={kind === 'same' ? avatar : null} size={64} />
      )}
      <div className="stack picture-side">
        <span className="label">{t('picture.title')}</span>
        <div className="row row-6 wrap">
          <FileButton
            icon={ImagePlus}
            small
            accept="image/*"
            aria-describedby={note}
            onChoose={([chosen]) => void choose(chosen)}
          >
            {hasPicture ? t('picture.another') : t('picture.choose')}
          </FileButton>
          {kind !== 'same' && avatar !== null && (
            <Button kind="ghost" small icon={Undo2} onClick={() => (change.value = { kind: 'same' })}>
              {t('picture.keep')}
            </Button>
          )}
          {hasPicture && (
            <Button
              kind="ghost-danger"
              small
              icon={Trash2}
              onClick={() => (change.value = avatar === null ? { kind: 'same' } : { kind: 'none' })}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
        {unreadable ? (
          <p className="error" id={note} role="alert">
            <Icon of={CircleAlert} />
            <span>{t('picture.unreadable')}</span>
          </p>
        ) : (
          <p className="hint" id={note}>
            {shown ? t('picture.areaHint') : hint}
          </p>
        )}
      </div>
    </div>
  );
}
