import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../graph/refusal.ts'
import { showRefusal } from './showRefusal.tsx'

export interface PageInfo {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null | undefined
}

interface LoadMoreProps {
  readonly pageInfo: PageInfo
  /** Reads the page after a cursor. */
  readonly onMore: (after: string) => Promise<void>
}

/** At the end of a list that goes on. */
export function LoadMore({ pageInfo, onMore }: LoadMoreProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { hasNextPage, endCursor } = pageInfo
  if (!hasNextPage || !endCursor) return null
  const load = async () => {
    setBusy(true)
    await onMore(endCursor)
      .catch((error: unknown) => showRefusal(refusalOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={isBusy} onClick={() => void load()}>
        {t('loadMore')}
      </Button>
    </Group>
  )
}
