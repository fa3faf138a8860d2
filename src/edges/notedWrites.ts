import type { OldReads } from '../kernel/oldReads.ts'
import type { RequestGate } from './requestGate.ts'

/** A gate that notes each write that has worked, before its sender hears of it; the gate itself where nothing reads old answers. */
export function notingWrites(gate: RequestGate, oldReads: OldReads | null): RequestGate {
  if (oldReads === null) return gate
  return {
    ...gate,
    run: (sender, kind, work) =>
      gate.run(sender, kind, async () => {
        const result = await work()
        if (kind === 'write') await oldReads.noteWrite(sender.viewer?.id ?? sender.clientInfo.network)
        return result
      }),
  }
}
