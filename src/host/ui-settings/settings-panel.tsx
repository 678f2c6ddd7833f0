import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { DEFAULT_UI } from '../../shared/contracts/ui-settings.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { changeUi, settingsAsked, showSettings, ui } from '../display.ts';
import { hostMessages } from '../host.messages.ts';
import { uiSettingsMessages } from './ui-settings.messages.ts';
import './ui-settings.css';

/** The colours are defined in ui-settings.css. */
const ACCENTS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Display settings (LAY-15): beside the page, on mobile above it. Changes apply at once. */
export function SettingsPanel({ mobile }: { readonly mobile: boolean }): ReactNode {
  const t = useMessages(uiSettingsMessages);
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (settingsAsked.peek()) panel.current?.focus();
    settingsAsked.value = false;
  }, []);
  if (mobile) {
    return (
      <Dialog title={t('title')} onClose={() => showSettings(false, true)}>
        <Choices mobile />
      </Dialog>
    );
  }
  const close = () => {
    showSettings(false, false);
    document.querySelector<HTMLElement>('button.profile')?.focus();
  };
  return (
    <aside
      className="ui-settings"
      aria-labelledby={id}
      ref={panel}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header>
        <h2 className="t2 grow" id={id}>
          {t('title')}
        </h2>
        <IconButton icon={X} label={t('close')} onClick={close} />
      </header>
      <Choices />
    </aside>
  );
}

function Choices({ mobile = false }: { readonly mobile?: boolean }): ReactNode {
  useSignals();
  const t = useMessages(uiSettingsMessages);
  const host = useMessages(hostMessages);
  const settings = ui.value;
  if (!settings) return null;
  const { dense, navbar, theme, fullscreen, footer } = settings;
  return (
    <div className="choices">
      <Segments
        label={t('appearance')}
        chosen={String(theme.dark)}
        choices={[
          { id: 'null', label: host('host.theme.system'), choose: () => changeUi({ theme: { dark: null } }) },
          { id: 'false', label: host('host.theme.light'), choose: () => changeUi({ theme: { dark: false } }) },
          { id: 'true', label: host('host.theme.dark'), choose: () => changeUi({ theme: { dark: true } }) },
        ]}
      />
      <fieldset>
        <legend>{t('colour')}</legend>
        <div className="swatches">
          {ACCENTS.map((index) => (
            <input
              key={index}
              type="radio"
              name="accent"
              className="swatch"
              data-accent={index}
              aria-label={t(`colour.${index}`)}
              title={t(`colour.${index}`)}
              checked={theme.index === index}
              onChange={() => void changeUi({ theme: { index } })}
            />
          ))}
        </div>
      </fieldset>
      <Segments
        label={t('density')}
        chosen={String(dense)}
        choices={[
          { id: 'true', label: t('dense'), choose: () => changeUi({ dense: true }) },
          { id: 'false', label: t('comfortable'), choose: () => changeUi({ dense: false }) },
        ]}
      />
      {!mobile && (
        <>
          <fieldset>
            <legend>{t('menu')}</legend>
            <Switch label={t('menu.show')} on={navbar.show} set={(show) => changeUi({ navbar: { show } })} />
            <Switch
              label={t('menu.mini')}
              on={navbar.dense}
              set={(mini) => changeUi({ navbar: { dense: mini } })}
              blocked={!navbar.show}
            />
            <Switch
              label={t('menu.logo')}
              on={navbar.logo}
              set={(logo) => changeUi({ navbar: { logo } })}
              blocked={!navbar.show}
            />
          </fieldset>
          <fieldset>
            <legend>{t('page')}</legend>
            <Switch
              label={t('fullscreen')}
              hint={t('fullscreen.hint')}
              on={fullscreen}
              set={(full) => changeUi({ fullscreen: full })}
            />
            <Switch label={t('footer')} on={footer} set={(foot) => changeUi({ footer: foot })} />
          </fieldset>
        </>
      )}
      <p className="xs muted">{t('kept')}</p>
      <Button onClick={() => void changeUi(USUAL)}>{t('reset')}</Button>
    </div>
  );
}

/** Keeps the panel open. */
const { settingsPanel: _, ...USUAL } = DEFAULT_UI;

interface SegmentsProps {
  readonly label: string;
  readonly chosen: string;
  readonly choices: readonly { readonly id: string; readonly label: string; readonly choose: () => Promise<void> }[];
}

function Segments({ label, chosen, choices }: SegmentsProps): ReactNode {
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="btn-group">
        {choices.map(({ id, label: text, choose }) => (
          <Button key={id} small aria-pressed={chosen === id} onClick={() => void choose()}>
            {text}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly blocked?: boolean;
  readonly set: (on: boolean) => Promise<void>;
}

function Switch({ label, hint, on, blocked = false, set }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className="setting">
      <label htmlFor={id} className="stack grow">
        {label}
        {hint && <span className="xs muted">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        className="switch"
        checked={on}
        disabled={blocked}
        onChange={(event) => void set(event.target.checked)}
      />
    </div>
  );
}
