import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { messageOf } from "../../api/http.ts";
import { closeDialog } from "../../state/dialogs.ts";

interface DialogFrameProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the main button says. Without one there is only a button that closes. */
  readonly doIt?: string;
  readonly isGrave?: boolean;
  readonly isWide?: boolean;
  /** What the main button does. The dialog closes when it is done, and says what was wrong when it fails. */
  readonly act?: () => Promise<void>;
}

/** A dialog over the page: it takes the focus, keeps it, and gives it back; escape closes it. */
export function DialogFrame({ title, children, doIt, isGrave = false, isWide = false, act }: DialogFrameProps): VNode {
  const frame = useModal();
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const submit = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = "";
    try {
      await act?.();
      closeDialog();
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <dialog
      class={isWide ? "is-wide" : ""}
      ref={frame}
      aria-labelledby="dialog-title"
      onClose={() => {
        if (frame.current) closeDialog(); // Not when it was taken away before.
      }}
      onClick={({ target }) => {
        if (target === frame.current) closeDialog();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="dialog-title">{title}</h2>
        <div class="dialog-body">{children}</div>
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <footer>
          <button class="button" type="button" onClick={closeDialog}>
            {doIt === undefined ? "Close" : "Cancel"}
          </button>
          {doIt !== undefined && (
            <button class={`button ${isGrave ? "is-danger" : "is-main"}`} type="submit" aria-disabled={isBusy.value}>
              {doIt}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** Open for as long as it is there; before anything is painted: whoever types at once types into it. */
function useModal(): RefObject<HTMLDialogElement> {
  const frame = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = frame.current;
    shown?.showModal();
    return () => shown?.close(); // What had the focus gets it back, which it cannot while a dialog is open.
  }, []);
  return frame;
}
