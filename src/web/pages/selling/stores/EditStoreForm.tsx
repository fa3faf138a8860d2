import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import type { OwnStoreFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import { UPDATE_STORE } from './documents.ts'
import { StoreFields, type StoreValues } from './StoreFields.tsx'

const valuesOf = ({ displayName, description, status, offered }: OwnStoreFragment): StoreValues => ({
  displayName,
  description: description ?? '',
  status,
  listingIds: offered.edges.map(({ node }) => node.id),
})

/** Changes a store and what it offers. */
export function EditStoreForm({ store }: { readonly store: OwnStoreFragment }) {
  const { t } = useTranslation(['selling', 'stores'])
  const update = useAct(UPDATE_STORE)
  const { id: storeId, displayName, status, updatedAt } = store
  const edit = useEditForm({ name: 'store', current: valuesOf(store), updatedAt }, async (changes, guard) => {
    await update.attempt({ input: { storeId, ...changes, ...guard } })
  })
  return (
    <ItemFrame
      section="stores"
      title={displayName}
      badge={t(`stores:status.${status}`)}
      acts={
        <RouteLink to="/stores/$storeId" params={{ storeId }} size="sm">
          {t('selling:stores.show')}
        </RouteLink>
      }
    >
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <StoreFields form={edit.form} />
          <EditFormFooter edit={edit} labelOf={(field) => t(`selling:fields.${field}`)} />
        </Stack>
      </form>
    </ItemFrame>
  )
}
