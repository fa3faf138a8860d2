import { NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CreateItemForm } from '../ItemFrame.tsx'
import { useOwnGroups } from '../useOwnGroups.ts'
import { CREATE_STORE, OWN_WORLDS } from './documents.ts'
import { NO_STORE, StoreFields } from './StoreFields.tsx'

/** Tells ids of groups from those of worlds. */
const GROUP_PREFIX = 'grp_'

/** The form for the store of a group or world. */
export function CreateStoreForm() {
  const { t } = useTranslation(['selling', 'refusals'])
  const navigate = useNavigate()
  const create = useAct(CREATE_STORE)
  const validate = { groupId: (id: string) => (id === '' ? t('refusals:reasons.REQUIRED') : null) }
  const initialValues = { ...NO_STORE, groupId: '' }
  const options = { name: 'store', mode: 'controlled' as const, initialValues, validate }
  const creation = useGraphForm(options, async ({ groupId, ...values }) => {
    const owner = groupId.startsWith(GROUP_PREFIX) ? { groupId } : { worldId: groupId }
    await create.attempt({ input: { ...values, ...owner } })
    notifications.show({ message: t('selling:stores.created', { name: values.displayName }) })
    await navigate({ to: '/selling/$section', params: { section: 'stores' } })
  })
  const { form } = creation
  const { places, refusal, reload } = usePlaces()
  return (
    <CreateItemForm section="stores" form={creation}>
      <NativeSelect
        label={t('selling:fields.place')}
        description={t('selling:stores.placeHint')}
        required
        data={[{ value: '', label: t('selling:fields.choose') }, ...(places ?? [])]}
        {...form.getInputProps('groupId')}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {places?.length === 0 && <Text size="sm">{t('selling:stores.noPlace')}</Text>}
      <StoreFields form={form} />
    </CreateItemForm>
  )
}

/** Groups and worlds of the person that have no store yet; undefined until they were read. */
function usePlaces() {
  const own = useOwnGroups()
  const read = usePanel(OWN_WORLDS, {})
  const worlds = read.data?.viewer?.worlds.edges.map(({ node }) => node)
  const free = [...own.groups.filter(({ storeId }) => !storeId), ...(worlds ?? []).filter(({ store }) => !store)]
  return {
    places: worlds && !own.refusal ? free.map(({ id, name }) => ({ value: id, label: name })) : undefined,
    refusal: own.refusal ?? read.refusal,
    reload: own.refusal ? own.reload : read.reload,
  }
}
