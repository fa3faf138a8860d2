-- CreateTable
CREATE TABLE "Jam" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "moreInfo" TEXT NOT NULL,
    "isVisible" BOOLEAN NOT NULL DEFAULT false,
    "submissionsOpened" TIMESTAMPTZ(3),
    "submissionsClosed" TIMESTAMPTZ(3),
    "winnersSelected" TIMESTAMPTZ(3),
    "closed" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),
    "submissionContentGated" BOOLEAN NOT NULL DEFAULT false,
    "submissionContentGateDate" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Jam_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JamSubmission" (
    "id" TEXT NOT NULL,
    "jamId" TEXT NOT NULL,
    "submitterId" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rank" INTEGER,
    "ratingScore" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "JamSubmission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JamRating" (
    "submissionId" TEXT NOT NULL,
    "judgeId" TEXT NOT NULL,
    "rating" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "JamRating_pkey" PRIMARY KEY ("submissionId","judgeId")
);

-- CreateIndex
CREATE INDEX "Jam_submissionsOpened_id_idx" ON "Jam"("submissionsOpened" DESC, "id");

-- CreateIndex
CREATE INDEX "JamSubmission_jamId_createdAt_id_idx" ON "JamSubmission"("jamId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "JamSubmission_submitterId_jamId_idx" ON "JamSubmission"("submitterId", "jamId");

-- CreateIndex
CREATE INDEX "JamSubmission_contentId_createdAt_id_idx" ON "JamSubmission"("contentId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "JamSubmission_jamId_contentId_key" ON "JamSubmission"("jamId", "contentId");

-- CreateIndex
CREATE UNIQUE INDEX "JamSubmission_jamId_rank_key" ON "JamSubmission"("jamId", "rank");

-- CreateIndex
CREATE INDEX "JamRating_judgeId_idx" ON "JamRating"("judgeId");

-- AddForeignKey
ALTER TABLE "JamSubmission" ADD CONSTRAINT "JamSubmission_jamId_fkey" FOREIGN KEY ("jamId") REFERENCES "Jam"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JamSubmission" ADD CONSTRAINT "JamSubmission_submitterId_fkey" FOREIGN KEY ("submitterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JamRating" ADD CONSTRAINT "JamRating_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "JamSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JamRating" ADD CONSTRAINT "JamRating_judgeId_fkey" FOREIGN KEY ("judgeId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rules of a jam that hold whatever the order of concurrent acts. A comparison with a date that is not set is no fault.
ALTER TABLE "Jam" ADD CONSTRAINT "Jam_type_check" CHECK (type IN ('avatar', 'world'));
ALTER TABLE "Jam" ADD CONSTRAINT "Jam_texts_check" CHECK (
  char_length(title) BETWEEN 1 AND 100
  AND char_length(description) BETWEEN 1 AND 10000
  AND char_length("moreInfo") BETWEEN 1 AND 10000
);
ALTER TABLE "Jam" ADD CONSTRAINT "Jam_dates_check" CHECK (
  "submissionsOpened" < "submissionsClosed"
  AND "submissionsOpened" < "winnersSelected"
  AND "submissionsOpened" < closed
  AND "submissionsClosed" <= "winnersSelected"
  AND "submissionsClosed" <= closed
  AND "winnersSelected" <= closed
);
ALTER TABLE "Jam" ADD CONSTRAINT "Jam_isVisible_check"
  CHECK (NOT "isVisible" OR ("submissionsOpened" IS NOT NULL AND "submissionsClosed" IS NOT NULL));
ALTER TABLE "Jam" ADD CONSTRAINT "Jam_submissionContentGated_check"
  CHECK (NOT "submissionContentGated" OR "submissionContentGateDate" IS NOT NULL);
ALTER TABLE "JamSubmission" ADD CONSTRAINT "JamSubmission_description_check" CHECK (char_length(description) <= 2000);
ALTER TABLE "JamSubmission" ADD CONSTRAINT "JamSubmission_rank_check" CHECK (rank >= 1);
ALTER TABLE "JamSubmission" ADD CONSTRAINT "JamSubmission_ratingScore_check" CHECK ("ratingScore" >= 0);
ALTER TABLE "JamRating" ADD CONSTRAINT "JamRating_rating_check" CHECK (rating BETWEEN 0 AND 100);
