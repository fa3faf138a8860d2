import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../graph/useAct.ts'
import { CHECK_NODE } from './documents.ts'

interface CheckAgainProps {
  readonly node: { readonly id: string; readonly host: string; readonly checkedAt: string | null }
  /** Reads the nodes again. */
  readonly reload: () => void
}

/** Milliseconds between looks at whether the checks are done, and after which they are not waited for any more. */
const LOOK = 1_500
const MOST = 60_000

/** Lets a process run its checks, and waits for what they find. */
export function CheckAgain({ node: { id, host, checkedAt }, reload }: CheckAgainProps) {
  const { t } = useTranslation('operations')
  const { act, isBusy } = useAct(CHECK_NODE)
  const [before, setBefore] = useState<string | null>(null)
  const isWaiting = before !== null && before === (checkedAt ?? '')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, LOOK)
    const end = setTimeout(() => setBefore(null), MOST)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [isWaiting, reload])
  const check = async () => {
    if (await act({ input: { nodeId: id } })) setBefore(checkedAt ?? '')
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy || isWaiting}
      aria-label={t('nodes.checkOne', { host })}
      onClick={() => void check()}
    >
      {t('nodes.check')}
    </Button>
  )
}
