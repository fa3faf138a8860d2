-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "endsOldest" BOOLEAN NOT NULL DEFAULT false;
