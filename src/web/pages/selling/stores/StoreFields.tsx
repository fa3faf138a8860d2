import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { StoreStatus } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { LISTINGS_TO_OFFER } from './documents.ts'
import { OrderedSelect } from './OrderedSelect.tsx'

const STATUSES = ['DRAFT', 'PREVIEW', 'PUBLIC'] as const satisfies readonly StoreStatus[]

const NONE: string[] = []
const firstStatus = (): StoreStatus => 'DRAFT'

/** What can be changed of a store, before anything is entered. */
export const NO_STORE = { displayName: '', description: '', status: firstStatus(), listingIds: NONE }
export type StoreValues = typeof NO_STORE

interface StoreFieldsProps {
  readonly form: Pick<UseFormReturnType<StoreValues>, 'getInputProps' | 'values'>
}

/** The fields of a store. */
export function StoreFields({ form }: StoreFieldsProps) {
  const { t } = useTranslation(['selling', 'stores'])
  const { data, refusal, reload } = usePanel(LISTINGS_TO_OFFER, {})
  const listings = data?.viewer?.user.listings.edges.map(({ node }) => node) ?? []
  const offered = listings.filter(({ state }) => state !== 'ARCHIVED')
  const { value, ...listingIds } = form.getInputProps('listingIds')
  return (
    <Stack>
      <TextInput label={t('selling:fields.displayName')} required {...form.getInputProps('displayName')} />
      <Textarea label={t('selling:fields.description')} autosize minRows={2} {...form.getInputProps('description')} />
      <NativeSelect
        label={t('selling:fields.status')}
        description={t('selling:stores.statusHint')}
        data={STATUSES.map((value) => ({ value, label: t(`stores:status.${value}`) }))}
        {...form.getInputProps('status')}
      />
      <OrderedSelect
        label={t('selling:fields.listingIds')}
        items={offered.map(({ id, displayName }) => ({ id, name: displayName }))}
        chosen={value}
        {...listingIds}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
    </Stack>
  )
}
