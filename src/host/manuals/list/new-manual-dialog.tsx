import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, type call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { createManual, type ManualGroup } from '../../../shared/contracts/manual-authoring.contract.ts';
import { LANGUAGE_NAMES, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { listMessages } from './list.messages.ts';
import { PlaceFields } from './place-fields.tsx';

interface Props {
  readonly send: typeof call;
  readonly groups: readonly ManualGroup[];
  readonly groupId: string | null;
  /** With the id of the manual that was made. */
  readonly onClose: (id?: string) => void;
}

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'failed'; readonly error: unknown };

/** Makes a manual with an empty draft. */
export function NewManualDialog({ send, groups, groupId, onClose }: Props): ReactNode {
  const t = useMessages(listMessages);
  const page = useLanguage();
  const [title, setTitle] = useState('');
  const [code, setCode] = useState('');
  const [group, setGroup] = useState(groupId ?? groups[0]?.id ?? '');
  const [language, setLanguage] = useState<string>(page);
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ status: 'idle' });
  const isTaken =
    state.status === 'failed' && state.error instanceof ApiError && state.error.code === 'manual.code_taken';
  const titleFault = tried && title.trim() === '' ? t('fault.required') : undefined;
  const codeFault = isTaken ? problemText(state.error) : tried && code.trim() === '' ? t('fault.required') : undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (state.status === 'saving' || title.trim() === '' || code.trim() === '' || group === '') return;
    setState({ status: 'saving' });
    try {
      const { id } = await send(createManual, {
        body: { code: code.trim(), groupId: group, title: title.trim(), fallbackLanguageId: language },
      });
      onClose(id);
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }

  return (
    <Dialog
      title={t('create')}
      onClose={() => {
        if (title === '') onClose();
      }}
      footer={
        <>
          <Button onClick={() => onClose()}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form="new-manual" busy={state.status === 'saving'}>
            {t('create.go')}
          </Button>
        </>
      }
    >
      <form id="new-manual" className="stack mn-spaced" noValidate onSubmit={(event) => void save(event)}>
        {state.status === 'failed' && !isTaken && <Banner tone="red">{problemText(state.error)}</Banner>}
        <TextField
          label={t('manual.title', { language: LANGUAGE_NAMES[language as typeof page] ?? language })}
          required
          error={titleFault}
          announces
          maxLength={300}
          value={title}
          onChange={setTitle}
        />
        <TextField
          label={t('code')}
          required
          hint={t('code.hint')}
          error={codeFault}
          announces
          maxLength={40}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setState({ status: 'idle' });
          }}
        />
        <PlaceFields
          send={send}
          groups={groups}
          group={group}
          onGroup={setGroup}
          language={language}
          onLanguage={setLanguage}
        />
      </form>
    </Dialog>
  );
}
