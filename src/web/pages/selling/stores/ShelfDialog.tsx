import { Button, Group, NativeSelect, Skeleton, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ShelfFieldsFragment, StoreStatus } from '../../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'

export const SHELF_FIELDS = graphql(`
  fragment ShelfFields on StoreShelf {
    id
    title
    description
    status
    listings(first: 1) {
      totalCount
    }
  }
`)

const SHELF_OFFERS = graphql(`
  fragment ShelfOffers on StoreShelf {
    id
    offered: listings(first: 100) {
      edges {
        cursor
        node {
          id
        }
      }
    }
  }
`)

const SHELF_LISTINGS = graphql(`
  query SellingShelfListings($id: ID!) {
    node(id: $id) {
      __typename
      id
      ...ShelfOffers
    }
  }
`)

const CREATE_SHELF = graphql(`
  mutation SellingCreateShelf($input: CreateStoreShelfInput!) {
    createStoreShelf(input: $input) {
      shelf {
        ...ShelfFields
        ...ShelfOffers
        store {
          id
          shelves {
            id
            ...ShelfFields
          }
        }
      }
    }
  }
`)

const UPDATE_SHELF = graphql(`
  mutation SellingUpdateShelf($input: UpdateStoreShelfInput!) {
    updateStoreShelf(input: $input) {
      shelf {
        ...ShelfFields
        ...ShelfOffers
      }
    }
  }
`)

const STATUSES = ['DRAFT', 'PREVIEW', 'PUBLIC'] as const satisfies readonly StoreStatus[]

const NONE: string[] = []
const firstStatus = (): StoreStatus => 'PUBLIC'
const NO_SHELF = { title: '', description: '', status: firstStatus(), listingIds: NONE }
type ShelfValues = typeof NO_SHELF

/** The id of an offer, also out of its address. */
const idIn = (text: string) => text.trim().split('/').at(-1) ?? ''

/** What is sent of the values that are given. */
const inputOf = <Values extends Partial<ShelfValues>>({ listingIds, ...values }: Values) => ({
  ...values,
  ...(listingIds && { listingIds: listingIds.map(idIn) }),
})

interface NewShelfDialogProps {
  readonly storeId: string
  readonly onClose: () => void
}

/** A new shelf of the platform, with the offers of anybody. */
export function NewShelfDialog({ storeId, onClose }: NewShelfDialogProps) {
  const { t } = useTranslation('selling')
  const create = useAct(CREATE_SHELF)
  const options = { name: 'shelf', mode: 'controlled' as const, initialValues: NO_SHELF }
  const { form, refusal, isBusy, onSubmit } = useGraphForm(options, async ({ title, ...values }) => {
    await create.attempt({ input: { title, ...inputOf(values), storeId } })
    onClose()
  })
  return (
    <Dialog title={t('shelves.create')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <ShelfInputs form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy}>
              {t('shelves.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface EditShelfDialogProps {
  readonly shelf: ShelfFieldsFragment
  readonly onClose: () => void
}

/** Changes a shelf, once its offers have been read. */
export function EditShelfDialog({ shelf, onClose }: EditShelfDialogProps) {
  const { t } = useTranslation('selling')
  const { data, refusal, reload } = usePanel(SHELF_LISTINGS, { id: shelf.id }, { isFresh: true })
  const offers = getFragmentData(SHELF_OFFERS, data?.node?.__typename === 'StoreShelf' ? data.node : null)
  const listingIds = offers?.offered.edges.map(({ node }) => node.id)
  return (
    <Dialog title={t('shelves.edit')} onClose={onClose}>
      {listingIds && <EditShelfForm shelf={shelf} listingIds={listingIds} onClose={onClose} />}
      {refusal && !listingIds && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {data && !listingIds && <Text size="sm">{t('shelves.gone')}</Text>}
      {!data && !refusal && <Skeleton h={240} aria-hidden />}
    </Dialog>
  )
}

interface EditShelfFormProps extends EditShelfDialogProps {
  /** Ids of the offers that stand on it. */
  readonly listingIds: string[]
}

function EditShelfForm({ shelf, listingIds, onClose }: EditShelfFormProps) {
  const { t } = useTranslation('selling')
  const update = useAct(UPDATE_SHELF)
  const { id: shelfId, title, description, status } = shelf
  const current = { title, description: description ?? '', status, listingIds }
  const edit = useEditForm<ShelfValues>({ name: 'shelf', current }, async (changes) => {
    await update.attempt({ input: { ...inputOf(changes), shelfId } })
    onClose()
  })
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <ShelfInputs form={edit.form} />
        <EditFormFooter edit={edit} labelOf={(field) => t(FIELD_LABELS[field])} submit={t('shelves.save')} />
      </Stack>
    </form>
  )
}

const FIELD_LABELS = {
  title: 'shelves.name',
  description: 'fields.description',
  status: 'fields.status',
  listingIds: 'fields.listingIds',
} as const

interface ShelfInputsProps {
  readonly form: Pick<UseFormReturnType<ShelfValues>, 'getInputProps'>
}

function ShelfInputs({ form }: ShelfInputsProps) {
  const { t } = useTranslation(['selling', 'stores'])
  return (
    <>
      <TextInput label={t('selling:shelves.name')} required data-autofocus {...form.getInputProps('title')} />
      <TextInput label={t('selling:fields.description')} {...form.getInputProps('description')} />
      <NativeSelect
        label={t('selling:fields.status')}
        data={STATUSES.map((value) => ({ value, label: t(`stores:status.${value}`) }))}
        {...form.getInputProps('status')}
      />
      <TagsInput
        label={t('selling:fields.listingIds')}
        description={t('selling:shelves.listingsHint')}
        {...form.getInputProps('listingIds')}
      />
    </>
  )
}
