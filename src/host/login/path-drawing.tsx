import type { ReactNode } from 'react';

/** Background drawing of the sign-in: the path of a task through a process. */
export function PathDrawing(): ReactNode {
  return (
    <svg className="path" viewBox="0 0 1280 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" fill="none">
      <g stroke="var(--verva-line-strong)" strokeWidth="1.5">
        <path d="M109 400h67M280 400h44M376 400h528M956 400h44M1104 400h66" />
        <path d="M350 374V150a12 12 0 0 1 12-12h556a12 12 0 0 1 12 12v224M350 426v224a12 12 0 0 0 12 12h556a12 12 0 0 0 12-12V426" />
        <g fill="var(--verva-canvas)">
          <circle cx="92" cy="400" r="17" />
          <rect x="176" y="370" width="104" height="60" rx="9" />
          <path d="m324 400 26-26 26 26-26 26zM904 400l26-26 26 26-26 26z" />
          <rect x="588" y="108" width="104" height="60" rx="9" />
          <circle cx="640" cy="662" r="19" />
          <circle cx="640" cy="662" r="14.5" />
          <rect x="1000" y="370" width="104" height="60" rx="9" />
        </g>
        <path d="M640 653v9l6 4M341 391l18 18m0-18-18 18M921 391l18 18m0-18-18 18" strokeLinecap="round" />
        <path
          d="M196 392h48M196 407h30M608 130h52M608 145h34M1020 392h54M1020 407h36"
          stroke="var(--verva-line)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
      <circle
        cx="1188"
        cy="400"
        r="17"
        strokeWidth="3.5"
        stroke="var(--verva-primary-line)"
        fill="var(--verva-canvas)"
      />
      <path
        d="m1181 400.5 5 5 9.5-10.5"
        stroke="var(--verva-primary)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
