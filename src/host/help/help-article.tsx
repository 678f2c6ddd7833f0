import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { HelpBlock, HelpLine, HelpPage } from '../../shared/contracts/help-page.ts';
import { helpAddress } from './help-topics.ts';

/** Renders a page of the help. Its parts are fixed while the page is open, so their positions identify them. */
export function HelpArticle({ page }: { readonly page: HelpPage }): ReactNode {
  return (
    <article className="help-text">
      <h1 tabIndex={-1}>{page.title}</h1>
      {page.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change
        <Block key={index} block={block} />
      ))}
    </article>
  );
}

function Block({ block }: { readonly block: HelpBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'paragraph':
      return (
        <p>
          <Line line={block.line} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a page never change
            <li key={index}>
              <Line line={line} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a page never change
                <th key={index} scope="col">
                  <Line line={line} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never change
              <tr key={at}>
                {row.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a page never change
                  <td key={index}>
                    <Line line={line} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function Line({ line }: { readonly line: HelpLine }): ReactNode {
  return line.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change
    <Fragment key={index}>{typeof span === 'string' ? span : <Part {...span} />}</Fragment>
  ));
}

function Part(part: Exclude<HelpLine[number], string>): ReactNode {
  switch (part.kind) {
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'key':
      return <kbd>{part.text}</kbd>;
    case 'page':
      return (
        <Link className="link" href={helpAddress(part.page)}>
          {part.text}
        </Link>
      );
  }
}
