import type { Signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';

/** Whether this component is the first of its kind on the page, which shows what belongs to the whole page. */
export function useFirstHost(hosts: Signal<readonly object[]>): boolean {
  useSignals();
  const [host] = useState({});
  useEffect(() => {
    hosts.value = [...hosts.peek(), host];
    return () => {
      hosts.value = hosts.peek().filter((other) => other !== host);
    };
  }, [hosts, host]);
  return hosts.value[0] === host;
}
