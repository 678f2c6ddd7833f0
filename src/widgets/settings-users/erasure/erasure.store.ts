import { ApiError, type call } from '../../../shared/api/index.ts';
import {
  approveUserErasure,
  getUserErasure,
  requestUserErasure,
  type UserErasure,
  withdrawUserErasure,
} from '../../../shared/contracts/user-erasure.contract.ts';
import { createLoaded } from '../../../shared/lists/loaded.ts';

/** Erasing one deactivated user. `send` is `call` of shared/api; `userId` is the username or key. Changes reject with ApiError. */
export function createErasure({ send, userId }: { readonly send: typeof call; readonly userId: string }) {
  const params = { userId };
  const { state, load, stop } = createLoaded<{ readonly erasure: UserErasure }>(async (signal) => ({
    erasure: await send(getUserErasure, { params, signal }),
  }));

  /** After another administrator was faster, the section shows what happened. */
  async function change(work: () => Promise<UserErasure | null>): Promise<void> {
    try {
      const erasure = await work();
      if (erasure) state.value = { status: 'ready', erasure };
      else await load();
    } catch (error) {
      if (error instanceof ApiError && error.code.startsWith('erasure.')) await load();
      throw error;
    }
  }

  return {
    ...{ state, load, stop },
    request: (reason: string) => change(() => send(requestUserErasure, { params, body: { reason } })),
    approve: () => change(() => send(approveUserErasure, { params })),
    withdraw: () => change(() => send(withdrawUserErasure, { params }).then(() => null)),
  };
}

export type ErasureStore = ReturnType<typeof createErasure>;
