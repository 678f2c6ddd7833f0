import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { containedPart } from '../../ui/contained-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useForm } from '../form-context.ts';
import type { AttachmentCell, AttachmentField } from './attachment-field.tsx';

// Many tasks have no file: what adds and shows them comes when one does.
const Field = containedPart<'AttachmentField', ComponentProps<typeof AttachmentField>>(
  () => import('./attachment-field.tsx'),
  'AttachmentField',
);
const Cell = containedPart<'AttachmentCell', ComponentProps<typeof AttachmentCell>>(
  () => import('./attachment-field.tsx'),
  'AttachmentCell',
);

function Soon({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useForm();
  return <Suspense fallback={<Skeleton rows={1} label={t('files.loading')} />}>{children}</Suspense>;
}

export const LazyAttachmentField = (props: ComponentProps<typeof Field>): ReactNode => (
  <Soon>
    <Field {...props} />
  </Soon>
);

export const LazyAttachmentCell = (props: ComponentProps<typeof Cell>): ReactNode => (
  <Soon>
    <Cell {...props} />
  </Soon>
);
