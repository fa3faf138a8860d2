import { useTranslation } from 'react-i18next'
import { formatMoney, formatSpan } from '../../../components/economy/amounts.ts'
import { formatNumber } from '../../../formats.ts'
import type { ConsolePlansQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueFieldSpec, CatalogueValues } from './CatalogueField.tsx'
import { CatalogueTable, type Edited, Sold } from './CatalogueTable.tsx'
import { CONSOLE_LICENSE_GROUPS, CONSOLE_PLANS, SET_PLAN } from './documents.ts'
import { centsOf, flagOf, numberOf, oneOf, optionalNumberOf, textOf } from './values.ts'

type Plan = ConsolePlansQuery['subscriptions']['edges'][number]['node']

const PERIODS = ['MONTH', 'YEAR', 'WEEK', 'DAY'] as const

const STORES = [
  ...(['steamItemId', 'oculusSku', 'picoSku'] as const),
  ...(['appleProductId', 'googleProductId', 'googlePlanId'] as const),
]

const NEW: CatalogueValues = {
  ...{ slug: '', description: '', amount: '', priceTokens: '', period: 'MONTH', tier: '', licenseGroupId: '' },
  ...{ isActive: true, steamItemId: '', oculusSku: '', picoSku: '', appleProductId: '', googleProductId: '' },
  googlePlanId: '',
}

const valuesOf = (plan: Plan): CatalogueValues => ({
  ...NEW,
  ...{ slug: plan.slug, description: plan.description, period: plan.period, tier: plan.tier },
  ...{ isActive: plan.isActive, amount: plan.amountCents / 100, priceTokens: plan.priceTokens ?? '' },
  licenseGroupId: plan.licenseGroup?.id ?? '',
  ...Object.fromEntries(STORES.map((name) => [name, plan[name] ?? ''])),
})

function send(values: CatalogueValues): Promise<unknown> {
  const priceTokens = optionalNumberOf(values, 'priceTokens')
  const input = {
    slug: textOf(values, 'slug'),
    description: textOf(values, 'description'),
    amount: centsOf(values, 'amount'),
    period: oneOf(PERIODS, textOf(values, 'period')),
    tier: numberOf(values, 'tier'),
    licenseGroupId: textOf(values, 'licenseGroupId'),
    isActive: flagOf(values, 'isActive'),
    ...(priceTokens !== undefined && { priceTokens }),
    ...Object.fromEntries(STORES.map((name) => [name, textOf(values, name)])),
  }
  return request(SET_PLAN, { input })
}

/** The fields of a plan, whose slug and license group never change. */
function useFields(isNew: boolean): readonly CatalogueFieldSpec[] {
  const { t, i18n } = useTranslation('staffCatalogue')
  const { data } = usePanel(CONSOLE_LICENSE_GROUPS, {})
  const groups = data?.licenseGroups.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? []
  const periods = PERIODS.map((value) => ({ value, label: formatSpan(i18n.language, 1, value) }))
  return [
    { name: 'slug', kind: 'text', isRequired: true, isFixed: !isNew },
    { name: 'description', kind: 'text' },
    { name: 'amount', kind: 'money', isRequired: true },
    { name: 'priceTokens', kind: 'number' },
    { name: 'period', kind: 'select', choices: periods },
    { name: 'tier', kind: 'number', isRequired: true },
    {
      ...{ name: 'licenseGroupId', kind: 'select', isRequired: true, isFixed: !isNew },
      choices: [{ value: '', label: t('choose') }, ...groups],
    },
    { name: 'isActive', kind: 'switch' },
    ...STORES.map((name) => ({ name, kind: 'text' as const })),
  ]
}

interface PlanDialogProps {
  readonly edited: Edited<Plan>
  readonly onClose: () => void
  readonly onDone: () => void
}

function PlanDialog({ edited, onClose, onDone }: PlanDialogProps) {
  const { t } = useTranslation('staffCatalogue')
  const fields = useFields(edited === 'new')
  return (
    <CatalogueDialog
      title={edited === 'new' ? t('new.plans') : edited.slug}
      text={t('plans.text')}
      fields={() => fields}
      initialValues={edited === 'new' ? NEW : valuesOf(edited)}
      onSend={send}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** What people can subscribe to. */
export function PlansTab() {
  const { t, i18n } = useTranslation('staffCatalogue')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PLANS, {})
  return (
    <CatalogueTable
      tab="plans"
      columns={[
        { name: 'slug', header: t('fields.slug'), cell: ({ slug }) => slug },
        { name: 'description', header: t('fields.description'), cell: ({ description }) => description },
        { name: 'amount', header: t('price'), cell: ({ amountCents }) => formatMoney(i18n.language, amountCents) },
        { name: 'period', header: t('fields.period'), cell: ({ period }) => formatSpan(i18n.language, 1, period) },
        { name: 'tier', header: t('fields.tier'), cell: ({ tier }) => formatNumber(i18n.language, tier) },
        { name: 'group', header: t('fields.licenseGroupId'), cell: ({ licenseGroup }) => licenseGroup?.name },
        { name: 'sold', header: t('state'), cell: ({ isActive }) => <Sold isActive={isActive} /> },
      ]}
      list={data?.subscriptions}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      canEdit={() => true}
      nameOf={({ slug }) => slug}
      form={(edited, close) => <PlanDialog edited={edited} onClose={close} onDone={reload} />}
    />
  )
}
