import { useTranslation } from 'react-i18next'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { PLAN_CHOICES } from '../economy/person/documents.ts'
import { useWholeList } from '../kit/useWholeList.ts'
import { BADGE_CHOICES } from '../person/grantDocuments.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueFieldSpec, CatalogueValues } from './CatalogueField.tsx'
import { CREATE_REWARD } from './documents.ts'
import { useTemplateChoices } from './useTemplateChoices.ts'
import { given, listOf, optionalNumberOf, textOf, timeOf } from './values.ts'

const NEW: CatalogueValues = {
  ...{ name: '', code: '', templateIds: [], quantity: '', tokens: '', planId: '', subscriptionDays: '' },
  ...{ badgeIds: [], permissionIds: [], maxRedemptions: '', beginsAt: '', endsAt: '' },
}

/** Lists that are empty are left out: a reward has to give something. */
const filled = (ids: string[]) => (ids.length > 0 ? ids : undefined)

async function send(values: CatalogueValues): Promise<string> {
  const optional = given({
    code: textOf(values, 'code'),
    templateIds: filled(listOf(values, 'templateIds')),
    quantity: optionalNumberOf(values, 'quantity'),
    tokens: optionalNumberOf(values, 'tokens'),
    planId: textOf(values, 'planId'),
    subscriptionDays: optionalNumberOf(values, 'subscriptionDays'),
    badgeIds: filled(listOf(values, 'badgeIds')),
    permissionIds: filled(listOf(values, 'permissionIds')),
    maxRedemptions: optionalNumberOf(values, 'maxRedemptions'),
    beginsAt: timeOf(values, 'beginsAt'),
    endsAt: timeOf(values, 'endsAt'),
  })
  const { createReward } = await request(CREATE_REWARD, { input: { name: textOf(values, 'name'), ...optional } })
  return createReward.code
}

function useFields(): readonly CatalogueFieldSpec[] {
  const { t } = useTranslation('staffCatalogue')
  const templates = useTemplateChoices()
  const plans = usePanel(PLAN_CHOICES, {}).data?.subscriptions.edges ?? []
  const { data, fetchMore } = usePanel(BADGE_CHOICES, {})
  useWholeList(data?.badges.pageInfo, (more) => fetchMore({ more }))
  const badges = data?.badges.edges ?? []
  return [
    { name: 'name', kind: 'text', isRequired: true },
    { name: 'code', kind: 'text' },
    { name: 'tokens', kind: 'number' },
    { name: 'templateIds', kind: 'multi', choices: templates },
    { name: 'quantity', kind: 'number' },
    {
      ...{ name: 'planId', kind: 'select' },
      choices: [
        { value: '', label: t('nothing') },
        ...plans.map(({ node }) => ({ value: node.id, label: node.description })),
      ],
    },
    { name: 'subscriptionDays', kind: 'number' },
    { name: 'badgeIds', kind: 'multi', choices: badges.map(({ node }) => ({ value: node.id, label: node.name })) },
    { name: 'permissionIds', kind: 'words' },
    { name: 'maxRedemptions', kind: 'number' },
    { name: 'beginsAt', kind: 'time' },
    { name: 'endsAt', kind: 'time' },
  ]
}

interface RewardDialogProps {
  readonly onClose: () => void
  /** Gets the code. */
  readonly onCreated: (code: string) => void
  readonly onDone: () => void
}

/** The form of a new reward. */
export function RewardDialog({ onClose, onCreated, onDone }: RewardDialogProps) {
  const { t } = useTranslation('staffCatalogue')
  const fields = useFields()
  return (
    <CatalogueDialog
      title={t('new.rewards')}
      text={t('rewards.text')}
      fields={() => fields}
      initialValues={NEW}
      onSend={async (values) => onCreated(await send(values))}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
