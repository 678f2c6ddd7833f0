import { useSignals } from '@preact/signals-react/runtime';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { getHrSizes, type HrSize } from '../../shared/contracts/hr-sizes.contract.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CardSection } from './card-section.tsx';
import type { SectionProps } from './section-props.ts';

/** Clothes sizes by item. */
export function SizesSection({ store, user, t }: SectionProps): ReactNode {
  useSignals();
  const [known, setKnown] = useState<readonly HrSize[] | null>(null);
  const read = async (signal: AbortSignal) => {
    const sizes = await call(getHrSizes, { params: { userId: user.key }, signal });
    setKnown(sizes);
    return sizes;
  };
  const edit = user.may.sizes === 'write' && known && (
    <Button kind="ghost" small icon={Pencil} onClick={() => store.edit({ kind: 'sizes', sizes: known })}>
      {t('edit')}
    </Button>
  );
  return (
    <CardSection title={t('sizes')} className="sizes" actions={edit}>
      <LoadPart read={read} id={`${store.turn.value}`} t={t}>
        {(sizes) =>
          sizes.length === 0 ? (
            <p className="hr-none">{t('sizes.none')}</p>
          ) : (
            <dl className="hr-sizes">
              {sizes.map(({ item, size }) => (
                <div key={item}>
                  <dt className="xs muted">{item}</dt>
                  <dd>{size}</dd>
                </div>
              ))}
            </dl>
          )
        }
      </LoadPart>
    </CardSection>
  );
}
