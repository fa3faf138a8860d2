import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../components/economy/amounts.ts'
import { formatNumber } from '../../../formats.ts'
import type { ConsoleBundlesQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueFieldSpec, CatalogueValues } from './CatalogueField.tsx'
import { CatalogueTable, type Edited, Sold } from './CatalogueTable.tsx'
import { CONSOLE_BUNDLES, SET_BUNDLE } from './documents.ts'
import { centsOf, flagOf, numberOf, textOf } from './values.ts'

type Bundle = ConsoleBundlesQuery['tokenBundles']['edges'][number]['node']

const fieldsOf = (isNew: boolean): readonly CatalogueFieldSpec[] => [
  { name: 'slug', kind: 'text', isRequired: true, isFixed: !isNew },
  { name: 'description', kind: 'text' },
  { name: 'tokens', kind: 'number', isRequired: true },
  { name: 'amount', kind: 'money', isRequired: true },
  { name: 'imageUrl', kind: 'text' },
  { name: 'isActive', kind: 'switch' },
  { name: 'steamItemId', kind: 'text' },
  { name: 'oculusSku', kind: 'text' },
  { name: 'appleProductId', kind: 'text' },
  { name: 'googleProductId', kind: 'text' },
]

const NEW: CatalogueValues = {
  ...{ slug: '', description: '', tokens: '', amount: '', imageUrl: '', isActive: true },
  ...{ steamItemId: '', oculusSku: '', appleProductId: '', googleProductId: '' },
}

const valuesOf = (bundle: Bundle): CatalogueValues => ({
  ...NEW,
  ...{ slug: bundle.slug, description: bundle.description, tokens: bundle.tokens, isActive: bundle.isActive },
  ...{ amount: bundle.amountCents / 100, imageUrl: bundle.imageUrl ?? '', steamItemId: bundle.steamItemId ?? '' },
  ...{ oculusSku: bundle.oculusSku ?? '', appleProductId: bundle.appleProductId ?? '' },
  ...{ googleProductId: bundle.googleProductId ?? '' },
})

function send(values: CatalogueValues): Promise<unknown> {
  const imageUrl = textOf(values, 'imageUrl')
  const input = {
    slug: textOf(values, 'slug'),
    description: textOf(values, 'description'),
    tokens: numberOf(values, 'tokens'),
    amount: centsOf(values, 'amount'),
    isActive: flagOf(values, 'isActive'),
    steamItemId: textOf(values, 'steamItemId'),
    oculusSku: textOf(values, 'oculusSku'),
    appleProductId: textOf(values, 'appleProductId'),
    googleProductId: textOf(values, 'googleProductId'),
    ...(imageUrl && { imageUrl }),
  }
  return request(SET_BUNDLE, { input })
}

/** Bundles of tokens, also those that are not sold. */
export function BundlesTab() {
  const { t, i18n } = useTranslation('staffCatalogue')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_BUNDLES, {})
  const form = (edited: Edited<Bundle>, close: () => void) => (
    <CatalogueDialog
      title={edited === 'new' ? t('new.bundles') : edited.slug}
      text={t('bundles.text')}
      fields={() => fieldsOf(edited === 'new')}
      initialValues={edited === 'new' ? NEW : valuesOf(edited)}
      onSend={send}
      onClose={close}
      onDone={reload}
    />
  )
  return (
    <CatalogueTable
      tab="bundles"
      columns={[
        { name: 'slug', header: t('fields.slug'), cell: ({ slug }) => slug },
        { name: 'description', header: t('fields.description'), cell: ({ description }) => description },
        { name: 'tokens', header: t('fields.tokens'), cell: ({ tokens }) => formatNumber(i18n.language, tokens) },
        {
          name: 'amount',
          header: t('price'),
          cell: ({ amountCents }) => formatMoney(i18n.language, amountCents),
        },
        { name: 'sold', header: t('state'), cell: ({ isActive }) => <Sold isActive={isActive} /> },
      ]}
      list={data?.tokenBundles}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      canEdit={() => true}
      nameOf={({ slug }) => slug}
      form={form}
    />
  )
}
