import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { showRefusal } from '../../../components/showRefusal.tsx'
import type { ConsoleLedgerCheckQuery } from '../../../generated/graphql.ts'
import { refusalOf } from '../../../graph/refusal.ts'
import { request } from '../../../graph/request.ts'
import { CONSOLE_LEDGER_CHECK } from './documents.ts'

/** Checks the ledger when it is asked to, as that reads all of it. */
export function LedgerCheck() {
  const { t } = useTranslation('operations')
  const [check, setCheck] = useState<ConsoleLedgerCheckQuery['ledgerCheck'] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      setCheck((await request(CONSOLE_LEDGER_CHECK, {})).ledgerCheck)
    } catch (error) {
      showRefusal(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel
      title={t('ledger.title')}
      aside={
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void run()}>
          {t('ledger.check')}
        </Button>
      }
    >
      <Text size="sm" role="status">
        {check &&
          (check.isBalanced ? t('ledger.balanced') : t('ledger.different', { count: check.differences.length }))}
      </Text>
      {check && check.differences.length > 0 && (
        <Stack component="ul" className="plainList" gap={4}>
          {check.differences.map(({ check: kind, subject, expected, found }) => (
            <Text component="li" key={`${kind} ${subject}`} size="sm">
              {t('ledger.difference', { kind, subject, expected, found })}
            </Text>
          ))}
        </Stack>
      )}
    </Panel>
  )
}
