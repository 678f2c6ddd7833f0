import { type ReactNode, useEffect, useState } from 'react';
import { type FieldValue, isFiles } from '../../forms/index.ts';
import { formatDayAndTime } from '../../locale/index.ts';
import { useForm } from '../form-context.ts';
import type { FileService } from './file-service.ts';

const pictures = new WeakMap<FileService, Map<string, string>>();

/** A stored signature with its signer and time. */
export function SignaturePicture({
  service,
  value,
}: {
  readonly service: FileService;
  readonly value: FieldValue;
}): ReactNode {
  const { t } = useForm();
  const [file] = isFiles(value) ? value : [];
  const url = usePicture(service, file?.id);
  if (!file) return null;
  const about = service.about(file.id);
  const who = about
    ? t('signature.by', { name: about.by ?? '', time: formatDayAndTime(about.created) })
    : file.fileName;
  return (
    <figure className="signature-picture">
      {url === null ? (
        <p className="s muted">{t('signature.missing')}</p>
      ) : (
        <span className="signature-paper">{url && <img src={url} alt={who} />}</span>
      )}
      <figcaption className="xs muted">{who}</figcaption>
    </figure>
  );
}

/** URL of the image; `undefined` while loading, `null` if it failed. */
function usePicture(service: FileService, id: string | undefined): string | null | undefined {
  const known = pictures.get(service)?.get(id ?? '');
  const [url, setUrl] = useState<string | null | undefined>(known);
  useEffect(() => {
    if (!id || pictures.get(service)?.has(id)) return;
    let isHere = true;
    service.content(id).then(
      (blob) => {
        const made = URL.createObjectURL(blob);
        const kept = pictures.get(service) ?? new Map<string, string>();
        pictures.set(service, kept.set(id, made));
        if (isHere) setUrl(made);
      },
      () => isHere && setUrl(null),
    );
    return () => {
      isHere = false;
    };
  }, [service, id]);
  return known ?? url;
}
