import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { ActDialog } from '../person/ActDialog.tsx'
import { LockList } from '../person/LockList.tsx'

const NETWORK_LOCKS = graphql(`
  query ConsoleNetworkLocks($address: String!) {
    networkLocks(address: $address) {
      ...ConsoleLoginLock
    }
  }
`)

/** What keeps a network from logging in; staff lifts it. */
export function NetworkLocks({ address }: { readonly address: string }) {
  const { t } = useTranslation('staffPeople')
  const [isLifted, setLifted] = useState(false)
  const { data, refusal, reload } = usePanel(NETWORK_LOCKS, { address })
  const locks = data?.networkLocks ?? []
  return (
    <Panel
      title={t('locks.network', { address })}
      isLoading={!data && !refusal}
      refusal={refusal}
      onRetry={reload}
      empty={locks.length === 0 ? t('locks.none') : null}
      aside={
        locks.length > 0 && (
          <Button size="xs" onClick={() => setLifted(true)}>
            {t('acts.liftNetwork.title')}
          </Button>
        )
      }
    >
      <LockList locks={locks} />
      {isLifted && (
        <ActDialog
          act="liftNetwork"
          person={{ id: address, displayName: address }}
          onClose={() => setLifted(false)}
          onDone={reload}
        />
      )}
    </Panel>
  )
}
