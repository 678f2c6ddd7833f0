// The sample in react-hook-form as its documentation recommends: native inputs, every row mounted, computed values by
// useWatch.
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type Control,
  type FieldValues,
  type UseFormRegister,
  useFieldArray,
  useForm,
  useWatch,
} from 'react-hook-form';
import {
  CHOICES,
  COLUMNS,
  type SampleField,
  type SampleForm,
  type SampleSum,
  TOTAL,
} from '../../../test/support/form-page/sample.ts';
import { emptyRoot, offer } from './probe.ts';

const CSS = `
  form { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; font: 14px sans-serif; }
  label { display: block; } label > *, .field > :not(label), td > input { display: block; width: 100%; box-sizing: border-box; padding: 6px; font: inherit; }
  table { grid-column: span 2; width: 100%; border-collapse: collapse; } td { border-bottom: 1px solid #ccc; padding: 3px; }`;

interface PartProps {
  readonly control: Control;
  readonly register: UseFormRegister<FieldValues>;
}

function Form({ sample }: { readonly sample: SampleForm }): ReactNode {
  const [defaultValues] = useState(() => structuredClone(sample.values) as FieldValues);
  const { control, register, handleSubmit } = useForm({ defaultValues });
  return (
    <form onSubmit={handleSubmit(() => {})}>
      {sample.fields.map((field) => {
        const sum = sample.sums.find(({ after }) => after === field.key);
        return [
          <Field key={field.key} field={field} control={control} register={register} />,
          sum && <Sum key={sum.key} sum={sum} control={control} />,
        ];
      })}
      {sample.table && <Lines name={sample.table.key} control={control} register={register} />}
    </form>
  );
}

function Field({ field, ...parts }: PartProps & { readonly field: SampleField }): ReactNode {
  return field.shown ? <ShownField field={field} {...parts} /> : <Box field={field} {...parts} />;
}

function ShownField({ field, ...parts }: PartProps & { readonly field: SampleField }): ReactNode {
  const value = useWatch({ control: parts.control, name: field.shown?.key ?? '' });
  return Number(value) > (field.shown?.over ?? 0) ? <Box field={field} {...parts} /> : null;
}

function Box({ field: { key, label, kind }, register }: PartProps & { readonly field: SampleField }): ReactNode {
  if (kind === 'radio') {
    return (
      <fieldset>
        <legend>{label}</legend>
        {CHOICES.map((id) => (
          <label key={id}>
            {id}
            <input type="radio" value={id} {...register(key)} />
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label htmlFor={key}>{label}</label>
      {control(kind, register, key)}
    </div>
  );
}

function control(kind: SampleField['kind'], register: PartProps['register'], key: string): ReactNode {
  switch (kind) {
    case 'multiline':
      return <textarea id={key} rows={3} {...register(key)} />;
    case 'dropdown':
      return (
        <select id={key} {...register(key)}>
          {CHOICES.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      );
    case 'number':
    case 'money':
      return <input id={key} inputMode="decimal" {...register(key, { setValueAs: Number })} />;
    default:
      return <input id={key} type={kind} {...register(key)} />;
  }
}

function Sum({ sum, control }: { readonly sum: SampleSum; readonly control: Control }): ReactNode {
  const values = useWatch({ control, name: [...sum.of] });
  return (
    <label>
      {sum.label}
      <output>{values.reduce((total: number, value) => total + Number(value), 0)}</output>
    </label>
  );
}

function Lines({ name, control, register }: PartProps & { readonly name: string }): ReactNode {
  const { fields } = useFieldArray({ control, name });
  return (
    <table>
      <thead>
        <tr>
          {Object.values(COLUMNS).map((label) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ id }, index) => (
          <tr key={id}>
            <td>
              <input
                aria-label={`${COLUMNS.item}, line ${index + 1}`}
                {...register(`${name}.${index}.item`, { required: true })}
              />
            </td>
            <td>
              <input
                aria-label={`${COLUMNS.qty}, line ${index + 1}`}
                inputMode="decimal"
                {...register(`${name}.${index}.qty`, { setValueAs: Number })}
              />
            </td>
            <td>
              <input
                aria-label={`${COLUMNS.price}, line ${index + 1}`}
                inputMode="decimal"
                {...register(`${name}.${index}.price`, { setValueAs: Number })}
              />
            </td>
            <td>
              <RowSum control={control} row={`${name}.${index}`} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>
            {TOTAL} <Total control={control} name={name} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function RowSum({ control, row }: { readonly control: Control; readonly row: string }): ReactNode {
  const [qty, price] = useWatch({ control, name: [`${row}.qty`, `${row}.price`] });
  return <output>{Number(qty) * Number(price)}</output>;
}

function Total({ control, name }: { readonly control: Control; readonly name: string }): ReactNode {
  const rows = useWatch({ control, name }) as readonly { readonly qty: number; readonly price: number }[];
  return <output>{rows.reduce((total, { qty, price }) => total + Number(qty) * Number(price), 0)}</output>;
}

offer({
  draw(sample, main) {
    const root = emptyRoot(main, CSS);
    createRoot(root).render(<Form sample={sample} />);
    return root;
  },
  target: (root, { table, target }) =>
    root.querySelector(`[name="${table ? `${table.key}.${target.row}.${target.key}` : target.key}"]`),
  computed: (root, { table }) => root.querySelector(table ? 'tfoot output' : 'output')?.textContent ?? '',
});
