import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { showRefusal } from '../../../components/showRefusal.tsx'
import { parsed } from '../../../graph/documents.ts'
import { confirming } from '../../../graph/identityConfirmation.ts'
import { Refusal, refusalOf } from '../../../graph/refusal.ts'
import { OWN_DATA_EXPORT } from './documents.ts'

interface Download {
  /** Lets the browser store the archive at an address of the server. Why that is refused is shown. */
  readonly download: (url: string) => Promise<void>
  readonly isBusy: boolean
}

/**
 * Downloads the archive of the person's data. It is read first whose session the browser has by now, as the download itself
 * names nobody; and without a confirmed identity the person is asked, as the browser would store the refusal.
 */
export function useDownload(): Download {
  const client = useApolloClient()
  const [isBusy, setBusy] = useState(false)
  const download = async (url: string) => {
    setBusy(true)
    try {
      await client.query({ query: parsed(OWN_DATA_EXPORT), fetchPolicy: 'network-only' })
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

/** By status; where the server redirects to an object store, the browser tells none. */
const REASONS = new Map([
  [403, 'CONFIRMATION_REQUIRED'],
  [404, 'DATA_EXPORT_NOT_FOUND'],
])

async function assertThere(url: string): Promise<void> {
  const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual' })
  if (status < 300) return
  throw new Refusal(`the download was answered ${status}`, { reason: REASONS.get(status) ?? 'INTERNAL' })
}
