package org.foresight.yarn;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An answer to a request.
 *
 * @param status of HTTP
 * @param contentType what the text is
 */
record WebAnswer(int status, String contentType, String text) {

  static WebAnswer json(ObjectNode answer) {
    return json(200, answer);
  }

  static WebAnswer problem(int status, String message) {
    return json(status, StatusJson.problem(message));
  }

  private static WebAnswer json(int status, ObjectNode answer) {
    return new WebAnswer(status, "application/json; charset=utf-8", answer.toString());
  }

  static WebAnswer html(String page) {
    return new WebAnswer(200, "text/html; charset=utf-8", page);
  }
}
