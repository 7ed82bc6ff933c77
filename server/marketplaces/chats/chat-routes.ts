import type { chats, postsales } from '#contract/marketplaces/chat.ts';
import { storeImages } from '#server/business/files/store-images.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { putAttachments } from './attachments.ts';
import { listChats, listPostsales, markHandled, readChat, readCounts } from './chat.ts';
import { openChatFile } from './chat-file.ts';
import { openChat } from './open-chat.ts';
import { decideClaim, isMessageAct, writeMessage } from './write-message.ts';

export const chatRoutes: Handlers<typeof chats> = {
  list: ({ tx, query }) => listChats(tx, query),
  counts: ({ tx, query }) => readCounts(tx, query.query),
  detail: ({ tx, params, outside }) => readChat(tx, params.id, outside),
  file: remote(openChatFile),
  markHandled: ({ tx, body }) => markHandled(tx, body),
  write: {
    plain: async ({ tx, actor, params, body, outside }) => {
      await writeMessage(tx, actor, params.id, { ...body, files: [] }, outside);
      return readChat(tx, params.id, outside);
    },
    withFiles: async (call) => {
      const { actor, params, body, outside } = call;
      const files = await putAttachments(call, actor, call.files);
      return call.conclude(async (tx) => {
        await writeMessage(tx, actor, params.id, { ...body, files }, outside);
        return readChat(tx, params.id, outside);
      });
    },
  },
};

export const postsaleRoutes: Handlers<typeof postsales> = {
  list: ({ tx, query }) => listPostsales(tx, query),
  open: remote(openChat),
  decide: {
    plain: async ({ tx, actor, params, body, outside }) => {
      await decideClaim(tx, actor, params.id, body, { photos: [], files: [] }, outside);
      return readChat(tx, params.id, outside);
    },
    withFiles: async (call) => {
      const { actor, params, body, outside } = call;
      const decide = async (tx: Tx, sent: Parameters<typeof decideClaim>[4]) => {
        await decideClaim(tx, actor, params.id, body, sent, outside);
        return readChat(tx, params.id, outside);
      };
      if (!isMessageAct(body.act))
        return storeImages(call, outside.storage, actor, call.files, (tx, photos) =>
          decide(tx, { photos, files: [] }),
        );
      const files = await putAttachments(call, actor, call.files);
      return call.conclude((tx) => decide(tx, { photos: [], files }));
    },
  },
};
