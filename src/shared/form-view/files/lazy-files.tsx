import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { containedPart } from '../../ui/contained-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useForm } from '../form-context.ts';
import type { AttachmentCell, AttachmentField } from './attachment-field.tsx';
import type { SignatureField } from './signature-field.tsx';
import type { SignaturePicture } from './signature-picture.tsx';

// Many tasks have no files: this code is loaded when one does.
const Field = containedPart<'AttachmentField', ComponentProps<typeof AttachmentField>>(
  () => import('./attachment-field.tsx'),
  'AttachmentField',
);
const Cell = containedPart<'AttachmentCell', ComponentProps<typeof AttachmentCell>>(
  () => import('./attachment-field.tsx'),
  'AttachmentCell',
);
const Signature = containedPart<'SignatureField', ComponentProps<typeof SignatureField>>(
  () => import('./signature-field.tsx'),
  'SignatureField',
);
const Picture = containedPart<'SignaturePicture', ComponentProps<typeof SignaturePicture>>(
  () => import('./signature-picture.tsx'),
  'SignaturePicture',
);

function WithSkeleton({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useForm();
  return <Suspense fallback={<Skeleton rows={1} label={t('files.loading')} />}>{children}</Suspense>;
}

export const LazyAttachmentField = (props: ComponentProps<typeof Field>): ReactNode => (
  <WithSkeleton>
    <Field {...props} />
  </WithSkeleton>
);

export const LazyAttachmentCell = (props: ComponentProps<typeof Cell>): ReactNode => (
  <WithSkeleton>
    <Cell {...props} />
  </WithSkeleton>
);

export const LazySignatureField = (props: ComponentProps<typeof Signature>): ReactNode => (
  <WithSkeleton>
    <Signature {...props} />
  </WithSkeleton>
);

export const LazySignaturePicture = (props: ComponentProps<typeof Picture>): ReactNode => (
  <WithSkeleton>
    <Picture {...props} />
  </WithSkeleton>
);
