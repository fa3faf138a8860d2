import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { useTokensText } from '../../../components/economy/amounts.ts'
import { formatDateTime, formatNumber } from '../../../formats.ts'
import type { ConsoleRewardsQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { CatalogueTable } from './CatalogueTable.tsx'
import { CONSOLE_REWARDS, DISABLE_REWARD } from './documents.ts'
import { RewardDialog } from './RewardDialog.tsx'

type Reward = ConsoleRewardsQuery['rewards']['edges'][number]['node']

/** What people get by codes. */
export function RewardsTab() {
  const { t, i18n } = useTranslation('staffCatalogue')
  const [code, setCode] = useState<string | null>(null)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_REWARDS, {})
  const number = (value: number) => formatNumber(i18n.language, value)
  return (
    <>
      <CatalogueTable
        tab="rewards"
        columns={[
          { name: 'name', header: t('fields.name'), cell: ({ name }) => name },
          { name: 'state', header: t('state'), cell: (reward) => <State reward={reward} /> },
          { name: 'gives', header: t('rewards.gives'), cell: (reward) => <Gives reward={reward} />, width: '12rem' },
          {
            name: 'redeemed',
            header: t('rewards.redeemed'),
            cell: ({ redemptionCount: count, maxRedemptions: most }) =>
              typeof most === 'number' ? t('rewards.of', { count: number(count), most: number(most) }) : number(count),
          },
          { name: 'time', header: t('rewards.time'), cell: (reward) => <Time reward={reward} /> },
          { name: 'end', header: t('acts'), cell: (reward) => <Disable reward={reward} onDone={reload} /> },
        ]}
        list={data?.rewards}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        nameOf={({ name }) => name}
        form={(_edited, close) => <RewardDialog onClose={close} onCreated={setCode} onDone={reload} />}
      />
      {code !== null && <CodeDialog code={code} onClose={() => setCode(null)} />}
    </>
  )
}

interface PartProps {
  readonly reward: Reward
}

const COLORS = { UPCOMING: 'blue', ACTIVE: 'green', USED_UP: 'gray', ENDED: 'gray', DISABLED: 'red' } as const

function State({ reward: { state } }: PartProps) {
  const { t } = useTranslation('staffCatalogue')
  return (
    <Badge variant="light" color={COLORS[state]} tt="none">
      {t(`rewards.states.${state}`)}
    </Badge>
  )
}

function Gives({ reward: { tokens, plan, templates, badges, permissions, quantity } }: PartProps) {
  const tokensText = useTokensText()
  const parts = [
    ...(tokens > 0 ? [tokensText(tokens)] : []),
    ...(plan ? [plan.description] : []),
    ...templates.map(({ name }) => (quantity > 1 ? `${quantity} × ${name}` : name)),
    ...badges.map(({ name }) => name),
    ...permissions.map(({ displayName }) => displayName),
  ]
  return <Text size="sm">{parts.join(', ')}</Text>
}

function Time({ reward: { beginsAt, endsAt } }: PartProps) {
  const { t, i18n } = useTranslation('staffCatalogue')
  const [begin, end] = [beginsAt, endsAt].map((time) => (time ? formatDateTime(i18n.language, time) : null))
  return <Text size="xs">{end ? t('rewards.span', { begin, end }) : t('rewards.since', { begin })}</Text>
}

interface DisableProps extends PartProps {
  readonly onDone: () => void
}

function Disable({ reward: { id, name, state }, onDone }: DisableProps) {
  const { t } = useTranslation(['staffCatalogue', 'common'])
  const { act, isBusy } = useAct(DISABLE_REWARD)
  if (state !== 'ACTIVE' && state !== 'UPCOMING') return null
  const ask = async () => {
    const question = { title: t('staffCatalogue:rewards.disableTitle', { name }), cancel: t('common:cancel') }
    const text = t('staffCatalogue:rewards.disableText')
    if (!(await askFirst({ ...question, text, confirm: t('staffCatalogue:rewards.disable') }))) return
    if (await act({ input: { rewardId: id } })) onDone()
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={t('staffCatalogue:rewards.disableOne', { name })}
      onClick={() => void ask()}
    >
      {t('staffCatalogue:rewards.disable')}
    </Button>
  )
}

/** Shows the code of a new reward, which nobody can read again. */
function CodeDialog({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const { t } = useTranslation('staffCatalogue')
  return (
    <Dialog title={t('rewards.codeTitle')} onClose={onClose}>
      <Text size="sm" mb="sm">
        {t('rewards.codeText')}
      </Text>
      <Group>
        <Code fz="lg">{code}</Code>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? t('rewards.copied') : t('rewards.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Dialog>
  )
}
