import { Button, Group, NativeSelect, Skeleton, Stack, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ShelfFieldsFragment, StoreStatus } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
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

const SHELF_LISTINGS = graphql(`
  query SellingShelfListings($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on StoreShelf {
        offered: listings(first: 100) {
          edges {
            cursor
            node {
              id
            }
          }
        }
      }
    }
  }
`)

const CREATE_SHELF = graphql(`
  mutation SellingCreateShelf($input: CreateStoreShelfInput!) {
    createStoreShelf(input: $input) {
      shelf {
        ...ShelfFields
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
      }
    }
  }
`)

const STATUSES = ['DRAFT', 'PREVIEW', 'PUBLIC'] as const satisfies readonly StoreStatus[]

interface ShelfDialogProps {
  /** The store that gets a new shelf. */
  readonly storeId: string
  /** Null for a new one. */
  readonly shelf: ShelfFieldsFragment | null
  readonly onClose: () => void
}

/** The id of an offer, also out of its address. */
const idIn = (text: string) => text.trim().split('/').at(-1) ?? ''

/** A shelf of the platform, with the offers of anybody. */
export function ShelfDialog(props: ShelfDialogProps) {
  const { t } = useTranslation('selling')
  const { shelf, onClose } = props
  const { data } = usePanel(SHELF_LISTINGS, { id: shelf?.id ?? '' }, { skip: shelf === null })
  const offered = data?.node?.__typename === 'StoreShelf' ? data.node.offered.edges.map(({ node }) => node.id) : []
  return (
    <Dialog title={shelf ? t('shelves.edit') : t('shelves.create')} onClose={onClose}>
      {shelf === null || data ? <ShelfForm {...props} offered={offered} /> : <Skeleton h={240} aria-hidden />}
    </Dialog>
  )
}

interface ShelfFormProps extends ShelfDialogProps {
  /** Ids of the offers that stand on it. */
  readonly offered: readonly string[]
}

function ShelfForm({ storeId, shelf, offered, onClose }: ShelfFormProps) {
  const { t } = useTranslation(['selling', 'stores'])
  const create = useAct(CREATE_SHELF)
  const update = useAct(UPDATE_SHELF)
  const status: StoreStatus = shelf?.status ?? 'PUBLIC'
  const listingIds = [...offered]
  const initialValues = { title: shelf?.title ?? '', description: shelf?.description ?? '', status, listingIds }
  const options = { name: 'shelf', mode: 'controlled' as const, initialValues }
  const { form, refusal, isBusy, onSubmit } = useGraphForm(options, async (values) => {
    const input = { ...values, listingIds: values.listingIds.map(idIn) }
    if (shelf) await update.attempt({ input: { ...input, shelfId: shelf.id } })
    else await create.attempt({ input: { ...input, storeId } })
    onClose()
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
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
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('selling:shelves.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
