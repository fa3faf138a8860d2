import { useState } from 'react'
import { showRefusal } from '../../../components/showRefusal.tsx'
import { confirming } from '../../../graph/identityConfirmation.ts'
import { Refusal, refusalOf } from '../../../graph/refusal.ts'

interface Download {
  /** Lets the browser store what is at an address of the server. Why that is refused is shown. */
  readonly download: (url: string) => Promise<void>
  readonly isBusy: boolean
}

/** Downloads that need a confirmed identity: without one the person is asked first, as the browser would store the refusal. */
export function useDownload(): Download {
  const [isBusy, setBusy] = useState(false)
  const download = async (url: string) => {
    setBusy(true)
    try {
      await confirming(() => assertThere(url))
      location.assign(url)
    } catch (error) {
      showRefusal(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { download, isBusy }
}

/** By status; an object store to which the server redirects has none here. */
const REASONS = new Map([
  [401, 'SIGNED_OUT'],
  [403, 'CONFIRMATION_REQUIRED'],
  [404, 'DATA_EXPORT_NOT_FOUND'],
])

async function assertThere(url: string): Promise<void> {
  const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual' })
  if (status < 300) return
  throw new Refusal(`the download was answered ${status}`, { reason: REASONS.get(status) ?? 'INTERNAL' })
}
